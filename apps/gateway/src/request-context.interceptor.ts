import { requestOf, withRequest } from '@sarafa/server';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';

/** An interceptor and not a Fastify hook: the hot reads call no service and don't pay for it. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const given = requestOf(context.switchToHttp().getRequest<FastifyRequest>());
    return new Observable((subscriber) => withRequest(given, () => next.handle().subscribe(subscriber)));
  }
}
