// Helpers that every benchmark needs.
import { readdirSync, readFileSync } from 'node:fs';

export const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];
export const median = (values) => quantile(values, 0.5);

/** A process's resident memory in MiB, and the processor time that it has used in seconds. */
export function usage(pid) {
  const rssMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  // In nanoseconds: `stat` counts hundredths of a second, of which a fan-out takes only one or two.
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'));
  return { rssMiB, cpuS: threads.reduce((sum, times) => sum + Number(times.split(' ')[0]), 0) / 1e9 };
}
