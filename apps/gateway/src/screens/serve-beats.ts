import { Beat, parseInput } from '@sarafa/contracts';
import type { Type } from '@nestjs/common';
import type { FastPath } from '../edge/fast-path.js';
import { routesOf } from '../routes.js';
import type { BeatsController } from './beats.controller.js';

/** Has the one route of the controller served at the fast path. */
export function serveBeats(fastPath: FastPath, controller: BeatsController): void {
  const [route] = routesOf([controller.constructor as Type]);
  fastPath.post(route!.path, (body, headers, ip) => controller.beat(parseInput(Beat, body), { headers, ip }));
}
