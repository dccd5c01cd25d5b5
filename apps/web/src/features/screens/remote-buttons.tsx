import type { Screen, ScreenCommand } from '@sarafa/contracts';
import { say } from '../../shared/language/page-language.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { Icon, type IconName } from '../../shared/ui/icon.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { type RemoteState, useRemote } from './use-remote.js';

const { commands: words } = screenTexts;
const ICONS = { identify: 'eye', reload: 'retry', next: 'next', mute: 'mute', unmute: 'unmute' } as const satisfies Record<
  ScreenCommand,
  IconName
>;

interface ButtonProps {
  readonly screen: Screen;
  readonly command: ScreenCommand;
  readonly state: RemoteState | undefined;
  readonly onRun: (command: ScreenCommand) => void;
}

/** A button of the remote: it waits, and shows a tick once the screen has done it. */
export function RemoteButton({ screen, command, state, onRun }: ButtonProps) {
  const own = state?.command === command ? state.is : undefined;
  return (
    <WaitingButton
      className={own === 'done' ? 'remote__btn is-done' : 'remote__btn'}
      variant="default"
      size="sm"
      isWaiting={own === 'asking'}
      disabled={state?.is === 'asking'}
      leftSection={<Icon name={own === 'done' ? 'check' : ICONS[command]} />}
      aria-label={say(screenTexts.about, { what: words[command], name: screen.name })}
      onClick={() => onRun(command)}
    >
      {words[command]}
    </WaitingButton>
  );
}

/** How the last command ended. A screen reader hears it, and a refusal is seen too. */
export function RemoteOutcome({ state }: { state: RemoteState | undefined }) {
  return (
    <p className="remote__outcome" role="status">
      {state && (
        <span className={state.is === 'failed' ? 'hint hint--err' : 'sr'} key={state.command}>
          {state.text}
        </span>
      )}
    </p>
  );
}

/** All that a remote has. */
export function Remote({ screen }: { screen: Screen }) {
  const { state, run } = useRemote(screen.id);
  return (
    <section className="screen-part" aria-labelledby="screen-remote">
      <h3 id="screen-remote">{words.title}</h3>
      <div className="remote">
        {(Object.keys(ICONS) as ScreenCommand[]).map((command) => (
          <RemoteButton key={command} {...{ screen, command, state }} onRun={(one) => void run(one)} />
        ))}
      </div>
      <RemoteOutcome state={state} />
      <p className="hint">{words.hint}</p>
    </section>
  );
}
