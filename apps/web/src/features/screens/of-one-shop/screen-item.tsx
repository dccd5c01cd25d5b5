import { Button } from '@mantine/core';
import type { Screen } from '@sarafa/contracts';
import { say } from '../../../shared/language/page-language.js';
import { RemoteButton, RemoteOutcome } from '../remote-buttons.js';
import { deviceWords, shownWords, snoozedWords, stateWords } from '../screen-words.js';
import { useRemote } from '../use-remote.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { StateWord } from '../../../shared/ui/state-word.js';

/** A screen in the list: how it is, what it shows, and the two things that are done most. */
export function ScreenItem({ screen, now, onManage }: { screen: Screen; now: number; onManage: () => void }) {
  const { state, run } = useRemote(screen.id);
  const { tone, text } = stateWords(screen, now);
  const about = [shownWords(screen, now), deviceWords(screen).join(', '), snoozedWords(screen, now)].filter(Boolean);
  return (
    <li className="screen">
      <div className="screen__what">
        <strong>{screen.name}</strong>
        <StateWord tone={tone}>{text}</StateWord>
        {about.map((one) => (
          <span key={one} className="screen__about">
            {one}
          </span>
        ))}
      </div>
      <div className="screen__acts">
        <RemoteButton {...{ screen, state }} command="identify" onRun={(command) => void run(command)} />
        <Button
          variant="default"
          size="sm"
          aria-label={say(words.about, { what: words.manage, name: screen.name })}
          onClick={onManage}
        >
          {words.manage}
        </Button>
      </div>
      <RemoteOutcome state={state} />
    </li>
  );
}
