// Small things every benchmark needs.
import { readFileSync } from 'node:fs';

export const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];
export const median = (values) => quantile(values, 0.5);

/** MiB resident, and processor seconds used, of a process. */
export function usage(pid) {
  const rssMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return { rssMiB, cpuS: (Number(stat[11]) + Number(stat[12])) / 100 };
}
