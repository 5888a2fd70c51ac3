/* Counts the basic blocks of C code that gcc compiled with -fsanitize-coverage=trace-pc, in
   counters that mutagen reads. Blocks may share a counter. */
#include <stdint.h>
static uint8_t counters[1 << 16];
__attribute__((weak)) void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
__attribute__((constructor)) static void report(void) {
    if (__sanitizer_cov_8bit_counters_init)
        __sanitizer_cov_8bit_counters_init(counters, counters + sizeof counters);
}
void __sanitizer_cov_trace_pc(void) {
    /* Relative to this function: a program may be loaded anywhere. */
    uint64_t at = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__sanitizer_cov_trace_pc;
    uint8_t *counter = &counters[(uint32_t)(at * 0x9e3779b97f4a7c15u >> 48)];
    *counter += *counter != UINT8_MAX;
}
