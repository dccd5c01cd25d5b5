import { callerHeader, requestOf, type Session, widestNetwork, withRequest } from '@sarafa/server';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';
import { deviceName } from './sessions/device-name.js';

type Request = FastifyRequest & { session?: Session };

/** An interceptor and not a Fastify hook, because the most frequent reads call no service and needn't pay for it. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    // What only reads leaves nothing in the log of changes.
    const caller = request.method === 'GET' ? undefined : callerOf(request);
    // On a public route a token counts for nothing, also a good one.
    const authorization = request.session && request.headers.authorization;
    const given = { ...requestOf(request), caller, authorization };
    return new Observable((subscriber) => withRequest(given, () => next.handle().subscribe(subscriber)));
  }
}

/** What the log of changes says of who calls, beside the actor. */
function callerOf({ session, headers, ip }: Request): string {
  return callerHeader({
    username: session?.username ?? '',
    device: deviceName(headers['user-agent']),
    address: widestNetwork(ip),
  });
}
