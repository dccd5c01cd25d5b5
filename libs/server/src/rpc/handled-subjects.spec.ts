import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { rpc } from '@sarafa/contracts';
import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import { handledSubjects } from './handled-subjects.js';
import { Handles } from './messaging.js';

const ping = rpc('spec.inner.ping', z.object({}), z.object({}));
const pong = rpc('spec.outer.pong', z.object({}), z.object({}));

@Controller()
class InnerController {
  @Handles(ping)
  ping() {
    return Promise.resolve({});
  }

  notHandled() {
    return 'nothing';
  }
}

@Controller()
class OuterController {
  @Handles(pong)
  pong() {
    return Promise.resolve({});
  }
}

@Module({ controllers: [InnerController] })
class InnerModule {}

@Module({ imports: [InnerModule] })
class OuterModule {}

describe('the subjects a module handles', () => {
  it('are those of its controllers and of its imports', () => {
    const found = handledSubjects({ module: OuterModule, controllers: [OuterController] });
    expect(found.sort()).toEqual(['spec.inner.ping', 'spec.outer.pong']);
  });

  it('count once where two import one module, and twice where two controllers handle one', () => {
    expect(handledSubjects({ module: OuterModule, imports: [InnerModule] })).toEqual(['spec.inner.ping']);
    class Second extends OuterController {
      @Handles(pong)
      override pong() {
        return Promise.resolve({});
      }
    }
    const twice = { module: InnerModule, controllers: [OuterController, Second] };
    expect(handledSubjects(twice).filter((subject) => subject === 'spec.outer.pong')).toHaveLength(2);
  });
});
