import { z } from 'zod';
import { survey } from './kinds.js';

const Gauge = z.object({
  name: z.string(),
  labels: z.record(z.string(), z.union([z.string(), z.number()])),
  value: z.number(),
});

/** How one replica of a service is: its version, what each of the things it needs says (`ok`, or why not), and its gauges. */
export const About = z.object({ version: z.string(), checks: z.record(z.string(), z.string()), gauges: z.array(Gauge) });
export type About = z.infer<typeof About>;

/** The services that answer on the bus; gateways say how they are with `openBoards`. */
export const answeringServices = ['auth', 'users', 'pricing', 'media', 'settings'] as const;
/** Answered by each replica of the service, for the doctor. A replica of release 0.3 doesn't answer. */
export const about = (service: string) => survey(`${service}.about`, About);
