import { type AdminRole, type ErrorCode, Id, type Role } from '@sarafa/contracts';
import { HttpStatus, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { z } from 'zod';
import { ALLOWED, FRESH, type FreshWhen, neededBy, OF_SESSIONS } from './access.js';
import { readFormFields, readFormLogo } from './accounts/account-form.js';
import { readRepeatKey } from './idempotency-key.js';
import { OPERATION, type OperationDescription } from './operation.js';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** A route as its controller declares it. */
export interface Route extends OperationDescription {
  readonly method: (typeof METHODS)[number];
  /** `/prices/user/:id`. Answers below `/api` as well. */
  readonly path: string;
  readonly access: readonly Role[];
  /** When it needs a fresh sign-in; undefined for never. */
  readonly fresh: FreshWhen | undefined;
  /** The least role of an admin, where admins may. */
  readonly least: AdminRole | undefined;
  readonly status: number;
  readonly errors: readonly ErrorCode[];
  /** JSON, or the fields of a form. */
  readonly body: z.ZodType | undefined;
  /** The field of a form's file. */
  readonly file: string | undefined;
  /** The parameters of the path by their names. */
  readonly params: Readonly<Record<string, z.ZodType>>;
  /** The parameters behind the question mark. */
  readonly query: z.ZodType | undefined;
  /** Takes an `Idempotency-Key`. */
  readonly isRepeatable: boolean;
  /** The controller's method. */
  readonly handler: string;
}

interface Argument {
  /** For a parameter with one of Nest's own decorators. */
  readonly kind: RouteParamtypes | undefined;
  readonly schema: z.ZodType | undefined;
  /** The name in `@Param('id')`. */
  readonly data?: unknown;
  /** For a parameter with a decorator that `createParamDecorator` made. */
  readonly factory: unknown;
}

/**
 * The routes of controllers, read from the decorators of Nest and of this app. The documentation, the answer to a wrong method and
 * the table that types the web's calls are made from them. Throws for a route without `@Access` or `@Operation`.
 */
export function routesOf(controllers: readonly Type[]): Route[] {
  return controllers.flatMap((controller) => {
    const methods = Object.entries(Object.getOwnPropertyDescriptors(controller.prototype as object));
    return methods
      .filter(([, { value }]) => typeof value === 'function' && Reflect.hasMetadata(METHOD_METADATA, value as object))
      .flatMap(([name, { value }]) => routesOfMethod(controller, name, value as object));
  });
}

function routesOfMethod(controller: Type, handler: string, method: object): Route[] {
  const allowed = Reflect.getMetadata(ALLOWED.KEY, method) as Parameters<typeof neededBy>[0] | undefined;
  const operation = Reflect.getMetadata(OPERATION.KEY, method) as OperationDescription | undefined;
  if (!allowed?.length || !operation) throw new Error(`${controller.name}.${handler} lacks @Access or @Operation`);
  const verb = METHODS[Reflect.getMetadata(METHOD_METADATA, method) as number]!;
  const { roles: access, least } = neededBy(allowed, verb.toUpperCase());
  const given = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as Record<string, object> | undefined;
  const args = Object.entries(given ?? {}).map(([key, argument]): Argument => ({
    kind: Number(key.split(':')[0]) || undefined,
    ...{ schema: undefined, factory: undefined },
    ...argument,
  }));
  const made = args.map(({ factory }) => factory);
  const schemaAt = (kind: RouteParamtypes) => args.find((argument) => argument.kind === kind)?.schema;
  const fields = args.find(({ factory }) => factory === readFormFields)?.schema;
  const route: Omit<Route, 'path' | 'params' | 'errors'> = {
    ...operation,
    ...{ method: verb, access, least, handler },
    fresh: Reflect.getMetadata(FRESH.KEY, method) as FreshWhen | undefined,
    status: (Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined) ?? usualStatus(verb),
    body: fields ?? schemaAt(RouteParamtypes.BODY),
    file: operation.upload ?? (made.includes(readFormLogo) ? 'logo' : undefined),
    query: schemaAt(RouteParamtypes.QUERY) ?? operation.query,
    isRepeatable: operation.upload !== undefined || made.includes(readRepeatKey),
  };
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  const paths = [Reflect.getMetadata(PATH_METADATA, method) as string | string[]].flat();
  return paths.map((end) => {
    const path = `/${base}/${end}`.replace(/\/+/g, '/');
    return { ...route, path, params: paramsOf(path, args), errors: errorsOf({ ...route, path }, args) };
  });
}

/** An id is held against its contract also where the parameter names none: by what the method calls. */
function paramsOf(path: string, args: readonly Argument[]): Route['params'] {
  const contractOf = (name: string) =>
    args.find(({ kind, data }) => kind === RouteParamtypes.PARAM && data === name)?.schema ?? (name === 'id' ? Id : z.string());
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, contractOf(name!)]));
}

/** As Nest answers unless `@HttpCode` says otherwise. */
function usualStatus(verb: Route['method']): number {
  return verb === 'post' ? HttpStatus.CREATED : HttpStatus.OK;
}

/** What follows from a route's access and parameters, and what its `@Operation` adds. */
function errorsOf(route: Partial<Route>, args: readonly Argument[]): ErrorCode[] {
  const { method, path, access, fresh, errors = [], isRepeatable, isOfScreens } = route;
  const isSignedIn = !access!.includes('public');
  const isChange = method !== 'get';
  return [
    ...new Set<ErrorCode>([
      ...(isSignedIn ? (['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'] as const) : []),
      ...(isSignedIn && !OF_SESSIONS.test(path!) ? (['TOO_MANY_REQUESTS'] as const) : []),
      ...(fresh ? (['FRESH_SIGN_IN_NEEDED'] as const) : []),
      ...(isChange || args.some(({ schema }) => schema) ? (['INVALID_INPUT'] as const) : []),
      // The body is read before the route is asked, so also where the route takes none.
      ...(isChange ? (['TOO_LARGE'] as const) : []),
      ...(isChange && !isOfScreens ? (['WRONG_TYPE'] as const) : []),
      ...(isRepeatable ? (['CONFLICT'] as const) : []),
      ...errors,
    ]),
  ];
}
