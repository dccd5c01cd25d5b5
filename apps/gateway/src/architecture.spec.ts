import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type Role, routes } from '@sarafa/contracts';
import { type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ROLES } from './access.js';
import { GatewayModule } from './gateway.module.js';
import { isPublicRead } from './door/paths.js';

const METHODS = ['get', 'post', 'put', 'delete'];

/** Every route of every controller, by reflection. */
function controllerRoutes() {
  const controllers = Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, GatewayModule) as Type[];
  return controllers.flatMap((controller) => {
    const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
    const handlers = Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object)).map(
      ({ value }) => value as object,
    );
    return handlers
      .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler))
      .map((handler) => {
        const path = Reflect.getMetadata(PATH_METADATA, handler) as string;
        const method = METHODS[Reflect.getMetadata(METHOD_METADATA, handler) as number];
        const roles = Reflect.getMetadata(ROLES.KEY, handler) as Role[] | undefined;
        return { name: `${method} /${base}/${path}`.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}'), roles };
      });
  });
}

describe('the gateway', () => {
  it('has routes that all say who may use them', () => {
    expect(controllerRoutes().length).toBeGreaterThan(0);
    expect(controllerRoutes().filter(({ roles }) => !roles?.length)).toEqual([]);
  });

  it('has the routes of the contracts and no other, with their access', () => {
    const documented = routes.filter(({ path }) => !isPublicRead(path)).map(({ method, path }) => `${method} ${path}`);
    expect(
      controllerRoutes()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(documented.sort());
    for (const { name, roles } of controllerRoutes()) {
      const route = routes.find(({ method, path }) => `${method} ${path}` === name)!;
      // Whoever the public is, everybody is.
      expect([name, roles]).toEqual([name, route.access.includes('public') ? ['public'] : route.access]);
    }
  });

  it('reads for boards what is public and only that', () => {
    const reads = routes.filter(({ path }) => isPublicRead(path));
    expect(reads).toHaveLength(9);
    for (const { method, access } of reads) expect([method, access.includes('public')]).toEqual(['get', true]);
  });
});
