"""The same attention and matrix product by PyTorch, for comparison with kernel_bench; says so and ends where there is no PyTorch or device."""
import statistics
import sys

try:
    import torch
except ImportError:
    sys.exit("not run: PyTorch is not installed")
if not torch.cuda.is_available():
    sys.exit("not run: no CUDA device")


def median_us(work):
    """Median microseconds of a call, on the device's own clock, after a warm-up."""
    for _ in range(3):
        work()
    samples = []
    for _ in range(21):
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        work()
        stop.record()
        stop.synchronize()
        samples.append(1000 * start.elapsed_time(stop))
    return statistics.median(samples)


torch.backends.cuda.matmul.allow_tf32 = False
print(f"PyTorch {torch.__version__} on {torch.cuda.get_device_name()}")
for positions in (128, 2048):
    batch, heads, width = 2, 32, 4096
    q, k, v = (torch.randn(batch, heads, positions, width // heads, device="cuda") for _ in range(3))
    attention = median_us(lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True))
    x, weight = torch.randn(batch * positions, width, device="cuda"), torch.randn(width, width, device="cuda")
    product = median_us(lambda: x @ weight)
    print(f"{batch}x{positions}x{width}: causal attention {attention:.1f} us, matrix product {product:.1f} us")
