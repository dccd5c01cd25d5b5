import type { AnswerTo } from '@sarafa/contracts/http-api';
import type {
  OwnedScreen,
  SavedScreen,
  Screen,
  ScreenClaim,
  ScreenCommand,
  ScreenStates,
  ScreenUpdate,
} from '@sarafa/contracts';
import { original } from '@reduxjs/toolkit';
import { answerOf, baseApi } from '../requests/base-api.js';
import { serverNow } from '../requests/server-time.js';
import { beginRead, beginWrite } from './writes.js';

/** How often a shop’s own screens are read while somebody looks at them. */
export const OWN_SCREENS_MS = 10_000;

/** How often the list of all shops’ screens itself is read, for names and settings. */
export const ALL_SCREENS_MS = 300_000;

/** What a write answers of the sent fields is put into the lists, because the list of all shops has thousands of screens. */
const screensApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownScreens: build.query<AnswerTo<'GET /screens/me'>, void>({
      query: () => ({ route: 'GET /screens/me' }),
      providesTags: ['Screens'],
      onQueryStarted: keepLaterWrites('ownScreens'),
    }),
    allScreens: build.query<AnswerTo<'GET /admin/screens'>, void>({
      query: () => ({ route: 'GET /admin/screens' }),
      providesTags: ['Screens'],
      onQueryStarted: keepLaterWrites('allScreens'),
    }),
    /** Those of the list that somebody looks at, as they are now. Gateways of the release before answer all. */
    shownScreens: build.query<AnswerTo<'GET /admin/screens'>, readonly string[]>({
      query: (ids) => ({ route: 'GET /admin/screens', query: { ids: ids.join(',') } }),
      onQueryStarted: keepShown,
    }),
    /** How all screens of the list are now. */
    screenStates: build.query<AnswerTo<'GET /admin/screens/states'>, void>({
      query: () => ({ route: 'GET /admin/screens/states' }),
      onQueryStarted: keepStates,
    }),
    screenAlarms: build.query<AnswerTo<'GET /screens/alarms'>, void>({
      query: () => ({ route: 'GET /screens/alarms' }),
      providesTags: ['ScreenAlarms'],
    }),
    claimScreen: build.mutation<AnswerTo<'POST /screens/claim'>, ScreenClaim>({
      query: (body) => ({ route: 'POST /screens/claim', body }),
      // A claim whose answer was lost may have succeeded.
      invalidatesTags: ['Screens'],
    }),
    updateScreen: build.mutation<AnswerTo<'PUT /screens/{id}'>, { id: string; changes: ScreenUpdate }>({
      query: ({ id, changes }) => ({ route: 'PUT /screens/{id}', params: { id }, body: changes }),
      invalidatesTags: (_, error) => (error?.status === 404 ? ['Screens'] : []),
      onQueryStarted: ({ id, changes }, started) => keepAnswer(id, changes, started),
    }),
    /** `until` is an instant; null ends the snooze. */
    snoozeScreen: build.mutation<AnswerTo<'PUT /screens/{id}/snooze'>, { id: string; until: string | null }>({
      query: ({ id, until }) => ({ route: 'PUT /screens/{id}/snooze', params: { id }, body: { until } }),
      invalidatesTags: (_, error) => (error?.status === 404 ? ['Screens'] : []),
      onQueryStarted: ({ id, until }, started) => keepAnswer(id, { until }, started),
    }),
    removeScreen: build.mutation<AnswerTo<'DELETE /screens/{id}'>, string>({
      query: (id) => ({ route: 'DELETE /screens/{id}', params: { id } }),
      invalidatesTags: (_, error) => (error?.status === 404 ? ['Screens'] : []),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        if (await answerOf(queryFulfilled)) changeLists(dispatch, (screens) => screens.filter((screen) => screen.id !== id));
      },
    }),
    commandScreen: build.mutation<AnswerTo<'POST /screens/{id}/commands'>, { id: string; command: ScreenCommand }>({
      query: ({ id, command }) => ({ route: 'POST /screens/{id}/commands', params: { id }, body: { command } }),
    }),
  }),
});

type Dispatch = (action: never) => unknown;

/** What was saved while a list was being read is newer than the list. */
function keepLaterWrites(list: 'ownScreens' | 'allScreens') {
  return async (_: void, { dispatch, queryFulfilled }: { dispatch: Dispatch; queryFulfilled: Promise<{ data: unknown }> }) => {
    const later = beginRead();
    if (!(await answerOf(queryFulfilled))) return;
    const keep = (screens: (Screen | OwnedScreen)[]) => {
      for (const screen of screens) Object.assign(screen, later(screen.id));
    };
    dispatch(screensApi.util.updateQueryData(list, undefined, keep) as never);
  };
}

type Read<T> = { dispatch: Dispatch; getState: () => unknown; queryFulfilled: Promise<{ data: T }> };

/** Puts the screens `ids` into the list, and takes those out of it that are there no more. */
async function keepShown(ids: readonly string[], { dispatch, queryFulfilled }: Read<OwnedScreen[]>): Promise<void> {
  const later = beginRead();
  const answer = await answerOf(queryFulfilled);
  if (!answer) return;
  const shown = new Map(answer.map((screen) => [screen.id, { ...screen, ...later(screen.id) }]));
  changeAll(dispatch, (screens) =>
    screens.filter(({ id }) => shown.has(id) || !ids.includes(id)).map((screen) => shown.get(screen.id) ?? screen),
  );
}

/** Dark screens that no list has had, as of a shop that is being deleted: the whole list is read for each of them once. */
const soughtScreens = new Set<string>();

/**
 * Reads the list itself where it has other screens than there are now, and where the gateway is of the release before, which knows no
 * states. Another number of screens tells so, and a dark one that isn't listed: a new screen is dark at first.
 */
async function keepStates(_: void, { dispatch, getState, queryFulfilled }: Read<ScreenStates>): Promise<void> {
  const { data: answer, isUnknown } = await queryFulfilled.then(
    ({ data }) => ({ data, isUnknown: false }),
    ({ error }: { error?: unknown }) => ({ data: undefined, isUnknown: isUnknownRoute(error) }),
  );
  if (answer) changeAll(dispatch, (screens) => inStates(screens, answer));
  const { data, isError } = screensApi.endpoints.allScreens.select()(getState() as never);
  const listed = new Set(data?.map(({ id }) => id));
  const others = data ? (answer?.dark ?? []).filter(({ id }) => !listed.has(id) && !soughtScreens.has(id)) : [];
  for (const { id } of others) soughtScreens.add(id);
  if (isUnknown || others.length > 0 || (answer && (isError || (data && data.length !== answer.count)))) {
    dispatch(screensApi.util.invalidateTags(['Screens']) as never);
  }
}

/** Whether a read failed because the gateway is of the release before. */
export function isUnknownRoute(error: unknown): boolean {
  return (error as { status?: unknown } | undefined)?.status === 404;
}

function inStates(screens: readonly OwnedScreen[], { dark, off }: ScreenStates): OwnedScreen[] {
  const darkById = new Map(dark.map((one) => [one.id, one]));
  const [offIds, now] = [new Set(off), new Date(serverNow()).toISOString()];
  return screens.map((screen) => {
    const isOff = offIds.has(screen.id);
    const known = darkById.get(screen.id);
    if (known) return { ...screen, state: known.state, since: known.since };
    if (screen.state !== 'playing') return { ...screen, state: 'playing', since: now, is_off: isOff };
    return screen.is_off === isOff ? screen : { ...screen, is_off: isOff };
  });
}

type Started = { dispatch: Dispatch; queryFulfilled: Promise<{ data: SavedScreen }> };

async function keepAnswer(id: string, sent: object, { dispatch, queryFulfilled }: Started): Promise<void> {
  const taken = beginWrite(id, sent);
  const answer = await answerOf(queryFulfilled);
  if (!answer) return;
  const changes = taken(answer.screen);
  changeLists(dispatch, (screens) => screens.map((screen) => (screen.id === id ? { ...screen, ...changes } : screen)));
}

function changeLists(dispatch: Dispatch, change: <S extends Screen>(screens: S[]) => S[]): void {
  dispatch(screensApi.util.updateQueryData('ownScreens', undefined, change) as never);
  changeAll(dispatch, change);
}

/** On the list as it is, because a draft of each of thousands of screens takes its time. */
function changeAll(dispatch: Dispatch, change: (screens: OwnedScreen[]) => OwnedScreen[]): void {
  dispatch(screensApi.util.updateQueryData('allScreens', undefined, (draft) => change(original(draft)!)) as never);
}

export const {
  useOwnScreensQuery,
  useAllScreensQuery,
  useShownScreensQuery,
  useScreenStatesQuery,
  useScreenAlarmsQuery,
  useClaimScreenMutation,
  useUpdateScreenMutation,
  useSnoozeScreenMutation,
  useRemoveScreenMutation,
  useCommandScreenMutation,
} = screensApi;
