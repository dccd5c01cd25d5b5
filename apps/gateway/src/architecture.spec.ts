import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, type Type } from '@nestjs/common';
import { Access } from './access.js';
import { BoardsController } from './boards/boards.controller.js';
import { routes } from './gateway.routes.js';
import { routesOf } from './routes.js';

describe('the gateway', () => {
  it('has no route twice', () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(names).size).toBe(names.length);
  });

  it('does not start with a route that leaves open who may use it, or what it answers', () => {
    class Undocumented {
      list() {}
    }
    const handler = Object.getOwnPropertyDescriptor(Undocumented.prototype, 'list')!;
    Controller('x')(Undocumented);
    Get('list')(Undocumented.prototype, 'list', handler);
    expect(() => routesOf([Undocumented as Type])).toThrow('Undocumented.list lacks @Access or @Operation');
    Access('admin')(Undocumented.prototype, 'list', handler);
    expect(() => routesOf([Undocumented as Type])).toThrow('Undocumented.list lacks @Access or @Operation');
  });

  it('lets everybody in who it lets the public in', () => {
    const open = routes.filter(({ access }) => access.includes('public'));
    expect(open.map(({ access }) => access)).toEqual(open.map(() => ['public']));
  });

  it('says what may go wrong with an id', () => {
    for (const { path, errors } of routes.filter((route) => /:(?!secret)/.test(route.path))) {
      expect([path, errors.includes('INVALID_INPUT'), errors.includes('NOT_FOUND')]).toEqual([path, true, true]);
    }
  });

  it('reads for boards what is public and only that', () => {
    const reads = routesOf([BoardsController]);
    expect(reads).toHaveLength(9);
    for (const { path, method, access } of reads) expect([path, method, access]).toEqual([path, 'get', ['public']]);
  });
});
