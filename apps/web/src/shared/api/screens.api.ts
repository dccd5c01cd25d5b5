import type { AnswerTo } from '@sarafa/contracts/http-api';
import type { OwnedScreen, SavedScreen, Screen, ScreenClaim, ScreenCommand, ScreenUpdate } from '@sarafa/contracts';
import { answerOf, baseApi } from '../base-api.js';
import { beginRead, beginWrite } from './writes.js';

/** How often a shop’s own screens are read while somebody looks at them. */
export const OWN_SCREENS_MS = 10_000;

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
  dispatch(screensApi.util.updateQueryData('allScreens', undefined, change) as never);
}

export const {
  useOwnScreensQuery,
  useAllScreensQuery,
  useScreenAlarmsQuery,
  useClaimScreenMutation,
  useUpdateScreenMutation,
  useSnoozeScreenMutation,
  useRemoveScreenMutation,
  useCommandScreenMutation,
} = screensApi;
