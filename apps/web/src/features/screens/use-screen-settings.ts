import { inWords } from '../../shared/language/page-language.js';
import { type Screen, ScreenUpdate } from '@sarafa/contracts';
import { useState } from 'react';
import { useUpdateScreenMutation } from '../../shared/api/screens.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import type { TypedNumber } from '../../shared/ui/number-field.js';
import { useForm } from '../../shared/use-form.js';

const { settings: words } = screenTexts;
const LABELS = inWords(() => ({ name: words.name, overscan: words.overscan }) as const);
type Settings = Pick<Screen, 'name' | 'layout_orientation' | 'shows' | 'video_turned'> & {
  overscan: TypedNumber;
};

/** The form with what is set of one screen. What somebody else saves meanwhile shows in each field that isn't changed here. */
export function useScreenSettings(screen: Screen) {
  const [typed, setTyped] = useState<Partial<Settings>>({});
  const [save] = useUpdateScreenMutation();

  const { name, layout_orientation, shows, video_turned, overscan } = { ...screen, ...typed };
  const now = {
    name: name.trim(),
    layout_orientation,
    shows,
    video_turned,
    overscan: overscan === '' ? null : overscan,
  };
  const names = Object.keys(now) as (keyof Settings)[];
  const changes = Object.fromEntries(names.filter((one) => now[one] !== screen[one]).map((one) => [one, now[one]]));
  const isChanged = Object.keys(changes).length > 0;

  const form = useForm({
    schema: ScreenUpdate,
    values: changes,
    labels: LABELS,
    send: async () => {
      if (!isChanged) return;
      notifyDone((await save({ id: screen.id, changes: changes as ScreenUpdate }).unwrap()).message);
      // What was typed while it was being saved stays.
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([one, value]) => value !== typed[one as keyof Settings])),
      );
    },
    onFailed: (problem) => notifyProblem(problem, words.saveFailed),
  });
  // What is as it is saved isn't typed: it would be sent over what somebody else saves later.
  const onChange = (changed: Partial<Settings>) => {
    // What was wrong with the value before is said no more: a field that is put back leaves nothing that can be sent.
    form.setErrors((before) => Object.fromEntries(Object.entries(before).filter(([one]) => !(one in changed))));
    setTyped((before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...changed }).filter(
          ([one, value]) => form.isBusy || value !== screen[one as keyof Settings],
        ),
      ),
    );
  };
  return { ...form, values: { name, layout_orientation, shows, video_turned, overscan }, isChanged, onChange };
}
