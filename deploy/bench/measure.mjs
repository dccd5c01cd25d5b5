// Small things every benchmark needs.
import { readdirSync, readFileSync } from 'node:fs';

export const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];
export const median = (values) => quantile(values, 0.5);

/** MiB resident, and processor seconds used, of a process. */
export function usage(pid) {
  const rssMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  // To the nanosecond: `stat` counts hundredths of a second, and a fan-out takes one or two of them.
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'));
  return { rssMiB, cpuS: threads.reduce((sum, times) => sum + Number(times.split(' ')[0]), 0) / 1e9 };
}
