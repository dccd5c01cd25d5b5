import type { ScreenCommand } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';
import { useCommandScreenMutation } from '../../shared/api/screens.api.js';
import { failureText, isDenied, problemOf } from '../../shared/requests/problem.js';
import { say } from '../../shared/language/page-language.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';

const { commands: words } = screenTexts;
/** How long a tick stands for a command that was done. */
const DONE_MS = 4_000;

export interface RemoteState {
  readonly command: ScreenCommand;
  readonly is: 'asking' | 'done' | 'failed';
  /** What a screen reader is told; empty while the screen is being asked. */
  readonly text: string;
}

/** Has a screen do something, one thing at a time, and says how that ended. */
export function useRemote(id: string) {
  const [send] = useCommandScreenMutation();
  const [state, setState] = useState<RemoteState>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const run = async (command: ScreenCommand) => {
    clearTimeout(timer.current);
    setState({ command, is: 'asking', text: '' });
    try {
      await send({ id, command }).unwrap();
      setState({ command, is: 'done', text: say(words.done, { what: words[command] }) });
      timer.current = setTimeout(() => setState(undefined), DONE_MS);
    } catch (error) {
      const problem = problemOf(error);
      setState({ command, is: 'failed', text: isDenied(problem) ? failureText(problem) : problem.message });
    }
  };
  return { state, run };
}
