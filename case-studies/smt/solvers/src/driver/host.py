"""Asks a solver's library or module about one script after the other.

Arguments: how the solver is run, and its folder. A request is a line with two lengths, then the
options, one a line, then the script. A `=` says that it was taken. The output is told in pieces,
`+` and a length before each, and at the end `.` and the CPU time of this process in nanoseconds.
"""
import ctypes
import os
import sys
import time

kind, folder = sys.argv[1:]
requests = os.fdopen(0, "rb", closefd=False)
replies = os.fdopen(os.dup(1), "wb")
# Whatever the solver itself prints must not stand between the replies.
os.dup2(2, 1)


def tell(text):
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogateescape")
    if text:
        replies.write(b"+%d\n%s" % (len(text), text))
        replies.flush()


def taken():
    replies.write(b"=\n")
    replies.flush()


def over():
    replies.write(b".%d\n" % time.process_time_ns())
    replies.flush()


def error(what):
    tell('(error "%s")\n' % str(what).replace('"', '""'))


def z3():
    lib = ctypes.CDLL(os.path.join(folder, "z3", "lib", "libz3.so"))
    for name in ("Z3_mk_config", "Z3_mk_context"):
        getattr(lib, name).restype = ctypes.c_void_p
    lib.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
    lib.Z3_eval_smtlib2_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.Z3_mk_context.argtypes = [ctypes.c_void_p]
    lib.Z3_del_context.argtypes = [ctypes.c_void_p]
    lib.Z3_global_param_set.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    handler = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)
    lib.Z3_set_error_handler.argtypes = [ctypes.c_void_p, handler]
    ignore = handler(lambda context, code: None)
    state = {"options": None, "context": None}

    def ask(options, script):
        if options != state["options"]:
            if state["context"]:
                lib.Z3_del_context(state["context"])
            lib.Z3_global_param_reset_all()
            for option in options:
                name, _, value = option.partition("=")
                lib.Z3_global_param_set(name.encode(), value.encode())
            state["context"] = lib.Z3_mk_context(lib.Z3_mk_config())
            lib.Z3_set_error_handler(state["context"], ignore)
            state["options"] = options
        else:
            lib.Z3_eval_smtlib2_string(state["context"], b"(reset)")
        tell(lib.Z3_eval_smtlib2_string(state["context"], script) or b"")

    return ask


def pairs(options):
    """Options of a command line as names and values."""
    short = {"-i": ("incremental", "true"), "-q": None}
    for option in options:
        if option in short:
            if short[option]:
                yield short[option]
        elif "=" in option:
            yield option.lstrip("-").split("=", 1)
        elif option.startswith("--no-"):
            yield option[5:], "false"
        else:
            yield option.lstrip("-"), "true"


def cvc5():
    sys.path.insert(0, folder)
    import cvc5

    def ask(options, script):
        managers = [cvc5.TermManager()] if hasattr(cvc5, "TermManager") else []
        solver = cvc5.Solver(*managers)
        try:
            for name, value in pairs(options):
                solver.setOption(name, value)
            parser = cvc5.InputParser(solver)
            text = script.decode("utf-8", "surrogateescape")
            parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "script")
            symbols = parser.getSymbolManager()
            while True:
                command = parser.nextCommand()
                if command.isNull():
                    break
                tell(command.invoke(solver, symbols))
                if command.getCommandName() == "exit":
                    break
        except RuntimeError as why:
            error(why)

    return ask


def bitwuzla():
    sys.path.insert(0, folder)
    import bitwuzla

    libc = ctypes.CDLL(None)
    # Its parser prints answers to the standard output and nowhere else.
    written = os.memfd_create("output")

    def ask(options, script):
        os.dup2(written, 1)
        try:
            settings = bitwuzla.Options()
            for name, value in pairs(options):
                settings.set(name, value == "true" if value in ("true", "false") else value)
            parser = bitwuzla.Parser(bitwuzla.TermManager(), settings)
            parser.parse(script.decode("utf-8", "surrogateescape"), False, False)
            why = None
        except bitwuzla.BitwuzlaException as exception:
            why = exception
        libc.fflush(None)
        os.dup2(2, 1)
        tell(os.pread(written, os.fstat(written).st_size, 0))
        os.ftruncate(written, 0)
        os.lseek(written, 0, os.SEEK_SET)
        if why:
            error(why)

    return ask


def main():
    ask = {"z3": z3, "cvc5-python": cvc5, "bitwuzla-python": bitwuzla}[kind]()
    over()
    while True:
        line = requests.readline()
        if not line:
            return 0
        lengths = [int(length) for length in line.split()]
        options = requests.read(lengths[0]).decode().split("\n") if lengths[0] else []
        script = requests.read(lengths[1])
        taken()
        ask(options, script)
        over()


try:
    code = main()
except MemoryError:
    sys.stderr.write("MemoryError\n")
    code = 1
except BaseException as why:
    # A fault of this program or of its place, and not of the solver.
    sys.stderr.write("%s: %s\n" % (type(why).__name__, why))
    code = 97
sys.stderr.flush()
# Some modules crash when they are taken down.
os._exit(code)
