import { requestOf, withRequest } from '@sarafa/server';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';

/** An interceptor and not a Fastify hook, because the most frequent reads call no service and needn't pay for it. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const given = requestOf(context.switchToHttp().getRequest<FastifyRequest>());
    return new Observable((subscriber) => withRequest(given, () => next.handle().subscribe(subscriber)));
  }
}
