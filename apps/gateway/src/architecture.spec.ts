import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type HttpRoute, type Role, routes } from '@sarafa/contracts';
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
      .flatMap((handler) => {
        const paths = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
        const method = METHODS[Reflect.getMetadata(METHOD_METADATA, handler) as number];
        const roles = Reflect.getMetadata(ROLES.KEY, handler) as Role[] | undefined;
        const name = (path: string) => `${method} /${base}/${path}`.replace(/\/+/g, '/').replace(/:(\w+)/g, '{$1}');
        return paths.map((path) => ({ name: name(path), roles }));
      });
  });
}

const isRead = ({ method, path }: HttpRoute) => method === 'get' && isPublicRead(path);

describe('the gateway', () => {
  it('has routes that all say who may use them', () => {
    expect(controllerRoutes().length).toBeGreaterThan(0);
    expect(controllerRoutes().filter(({ roles }) => !roles?.length)).toEqual([]);
  });

  it('has the routes of the contracts and no other, with their access', () => {
    const documented = routes.filter((route) => !isRead(route)).map(({ method, path }) => `${method} ${path}`);
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
    const reads = routes.filter(isRead);
    expect(reads).toHaveLength(9);
    for (const { path, access } of reads) expect([path, access.includes('public')]).toEqual([path, true]);
  });
});
