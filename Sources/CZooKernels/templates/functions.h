// Functions of each element. e^x is the one that the others are built on.
//
// Polynomials are fitted to the least largest error in the range where they are used; what each is good for stands
// beside it.
#include <stdint.h>

typedef int32_t vec_int __attribute__((ext_vector_type(ZOO_LANES)));
typedef uint32_t vec_bits __attribute__((ext_vector_type(ZOO_LANES)));

ZOO_INLINE vec bits_as_floats(vec_bits bits) {
    vec value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

ZOO_INLINE vec_bits floats_as_bits(vec value) {
    vec_bits bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

ZOO_INLINE vec magnitude(vec x) { return bits_as_floats(floats_as_bits(x) & 0x7fffffffu); }

// A magnitude with the sign of another number.
ZOO_INLINE vec with_sign(vec size, vec sign) {
    return bits_as_floats(floats_as_bits(size) | (floats_as_bits(sign) & 0x80000000u));
}

// 2 to the power of whole numbers from −126 to 127.
ZOO_INLINE vec power_of_two(vec_int exponent) { return bits_as_floats(((vec_bits)exponent + 127u) << 23); }

// e^x, right in the last place or beside it, for every x.
ZOO_INLINE vec exponential(vec x) {
    // Beyond these the result is 0 or infinity all the same, and the exponent stays in range.
    x = limit(x, splat(-105), splat(89));
    // x = n · ln 2 + r with |r| at most ln 2 / 2. Added to so large a number, n stands in the last bits. ln 2 is taken
    // in two parts, the first so short that its product with n is exact.
    const vec large = splat(12582912.0f);
    const vec shifted = multiply_add(x, splat(1.44269504f), large);
    const vec n = shifted - large;
    vec r = multiply_add(n, splat(-0.693359375f), x);
    r = multiply_add(n, splat(2.12194440e-4f), r);
    // e^r = 1 + r + r² · (…), with an error of 3e-9.
    vec sum = splat(1.38131436e-3f);
    sum = multiply_add(sum, r, splat(8.36941879e-3f));
    sum = multiply_add(sum, r, splat(4.1668456e-2f));
    sum = multiply_add(sum, r, splat(0.166665152f));
    sum = multiply_add(sum, r, splat(0.49999994f));
    sum = multiply_add(r * r, sum, r) + 1;
    // Twice half the exponent, as one factor cannot reach subnormal numbers and infinity. Where x is NaN the exponent is
    // anything, and the product NaN again.
    const vec_int exponent = (vec_int)(floats_as_bits(shifted) - floats_as_bits(large));
    const vec_int half = exponent >> 1;
    return sum * power_of_two(half) * power_of_two((vec_int)((vec_bits)exponent - (vec_bits)half));
}

// erfc(t) for t of at least 1: e^−t² · u · (…) with u = 1 / (1 + 0.4 · t) and a relative error of the sum of 2e-8.
ZOO_INLINE vec error_tail(vec t) {
    const vec u = 1 / multiply_add(t, splat(0.4f), splat(1));
    vec sum = splat(-0.115661755f);
    sum = multiply_add(sum, u, splat(0.241080597f));
    sum = multiply_add(sum, u, splat(1.23011246e-2f));
    sum = multiply_add(sum, u, splat(0.209823638f));
    sum = multiply_add(sum, u, splat(0.200159907f));
    sum = multiply_add(sum, u, splat(0.226392329f));
    sum = multiply_add(sum, u, splat(0.225653261f));
    return exponential(-(t * t)) * (u * sum);
}

// erf(x) for |x| below 1: x times a polynomial of x², with an error of 2e-9.
ZOO_INLINE vec error_near_zero(vec x) {
    const vec z = x * x;
    vec sum = splat(7.8891193e-5f);
    sum = multiply_add(sum, z, splat(-8.02084105e-4f));
    sum = multiply_add(sum, z, splat(5.18953521e-3f));
    sum = multiply_add(sum, z, splat(-2.68544443e-2f));
    sum = multiply_add(sum, z, splat(0.112836003f));
    sum = multiply_add(sum, z, splat(-0.37612626f));
    sum = multiply_add(sum, z, splat(1.12837911f));
    return x * sum;
}

ZOO_INLINE vec erf_of(vec x) {
    const vec t = magnitude(x);
    return t < 1 ? error_near_zero(x) : with_sign(1 - error_tail(t), x);
}

ZOO_INLINE vec gelu_of(vec x) {
    const vec t = magnitude(x) * 0.70710678f;
    // x · erfc(−x / √2) / 2 from the complement of the magnitude, so that large negative numbers keep their digits.
    const vec half = 0.5f * (t < 1 ? 1 - error_near_zero(t) : error_tail(t));
    return x * (x < 0 ? half : 1 - half);
}

ZOO_INLINE vec tanh_of(vec x) {
    const vec t = magnitude(x);
    // Near zero x + x³ · (…), with an error of 4e-9, as the difference of the other form would keep few digits.
    const vec z = x * x;
    vec sum = splat(-5.71703678e-3f);
    sum = multiply_add(sum, z, splat(2.06505787e-2f));
    sum = multiply_add(sum, z, splat(-5.37434965e-2f));
    sum = multiply_add(sum, z, splat(0.133314908f));
    sum = multiply_add(sum, z, splat(-0.333332837f));
    const vec near = multiply_add(x * z, sum, x);
    return t < 0.625f ? near : with_sign(1 - 2 / (exponential(t + t) + 1), x);
}

ZOO_INLINE vec mish_of(vec x) {
    // tanh(ln(1 + e)) = ((1 + e)² − 1) / ((1 + e)² + 1), which is 1 long before e² is too large.
    const vec e = exponential(x > 20 ? 20 : x);
    const vec n = e * (e + 2);
    return x * (n / (n + 2));
}

// A loop over all elements; `value` is what becomes of the vector x.
#define ZOO_FUNCTION(name, value)                                                                                \
    static void apply_##name(const zoo_elements *job) {                                                          \
        for (size_t i = 0; i < job->count; i += ZOO_LANES) {                                                     \
            const vec x = load_columns(job->source + i, job->count - i);                                         \
            store_columns(job->target + i, job->count - i, value);                                               \
        }                                                                                                        \
    }
ZOO_FUNCTION(limit, limit(x, splat(job->first), splat(job->second)))
ZOO_FUNCTION(leaky_relu, x > 0 ? x : job->first * x)
ZOO_FUNCTION(hard_sigmoid, limit(multiply_add(x, splat(job->first), splat(job->second)), splat(0), splat(1)))
ZOO_FUNCTION(hard_swish, x * (limit(x + 3, splat(0), splat(6)) * (1 / 6.0f)))
ZOO_FUNCTION(exponential, exponential(x))
ZOO_FUNCTION(sigmoid, 1 / (1 + exponential(-x)))
ZOO_FUNCTION(silu, x / (1 + exponential(-x)))
ZOO_FUNCTION(tanh, tanh_of(x))
ZOO_FUNCTION(mish, mish_of(x))
ZOO_FUNCTION(erf, erf_of(x))
ZOO_FUNCTION(gelu, gelu_of(x))

static void apply(const zoo_elements *job) {
    switch (job->function) {
    case ZOO_LIMIT: apply_limit(job); break;
    case ZOO_LEAKY_RELU: apply_leaky_relu(job); break;
    case ZOO_HARD_SIGMOID: apply_hard_sigmoid(job); break;
    case ZOO_HARD_SWISH: apply_hard_swish(job); break;
    case ZOO_EXPONENTIAL: apply_exponential(job); break;
    case ZOO_SIGMOID: apply_sigmoid(job); break;
    case ZOO_SILU: apply_silu(job); break;
    case ZOO_TANH: apply_tanh(job); break;
    case ZOO_MISH: apply_mish(job); break;
    case ZOO_ERF: apply_erf(job); break;
    case ZOO_GELU: apply_gelu(job); break;
    }
}
