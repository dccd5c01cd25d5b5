// Rules about containers: resources, probes, environment.
import { containersOf, isLongRunning, nameOf, podsOf, portOf } from './pods.mjs';

const UNITS = { m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

function amount(quantity) {
  const [, number, unit] = /^([\d.]+)(\D*)$/.exec(String(quantity)) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
}

export function resources({ documents }) {
  return containersOf(documents).flatMap(({ container, where }) => {
    const { requests = {}, limits = {} } = container.resources ?? {};
    const missing = { 'requests.cpu': requests.cpu, 'requests.memory': requests.memory, 'limits.memory': limits.memory };
    return [
      ...Object.keys(missing)
        .filter((key) => !missing[key])
        .map((key) => `${where} has no ${key}`),
      ...Object.keys(limits)
        .filter((key) => amount(requests[key] ?? 0) > amount(limits[key]))
        .map((key) => `${where} requests more ${key} than its limit`),
    ];
  });
}

export function probes({ documents }) {
  return containersOf(documents).flatMap(({ pod, container, where }) => {
    const wanted = isLongRunning(pod.owner) ? ['readinessProbe', 'livenessProbe'] : [];
    const ports = ['startupProbe', 'readinessProbe', 'livenessProbe']
      .map((key) => [key, (container[key]?.httpGet ?? container[key]?.tcpSocket)?.port])
      .filter(([, port]) => port !== undefined && !portOf(pod, port));
    return [
      ...wanted.filter((key) => !container[key]).map((key) => `${where} has no ${key}`),
      ...ports.map(([key, port]) => `${where} has no port ${port}, which its ${key} asks`),
    ];
  });
}

/** `$(NAME)` in a value is replaced only if the variable NAME comes before, and otherwise silently stays as it is. */
export function expansions({ documents }) {
  return containersOf(documents).flatMap(({ container, where }) => {
    const known = new Set();
    const unknown = [];
    const look = (text) => {
      for (const [, name] of String(text ?? '').matchAll(/(?<!\$)\$\((\w+)\)/g)) if (!known.has(name)) unknown.push(name);
    };
    for (const { name, value } of container.env ?? []) {
      look(value);
      known.add(name);
    }
    [...(container.command ?? []), ...(container.args ?? [])].forEach(look);
    return unknown.map((name) => `${where} has $(${name}) before or without ${name}`);
  });
}

export function portNames({ documents }) {
  return podsOf(documents).flatMap(({ owner, containers }) => {
    const found = containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)).filter(Boolean);
    return found
      .filter((name, index) => name.length > 15 || found.indexOf(name) !== index)
      .map((name) => `${nameOf(owner)} has a port name that is too long or there twice: ${name}`);
  });
}
