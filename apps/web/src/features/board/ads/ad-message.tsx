import mark from '../../../shared/brand/mark.svg';
import { useMessages } from '../../../shared/language/language.js';
import type { CycleNews } from './use-cycle.js';

/** Shown in place of a video that is loading or has failed. */
export function AdMessage({ message, report }: { message: 'loading' | 'failed'; report: (news: CycleNews) => void }) {
  const { ads } = useMessages();
  if (message === 'loading')
    return (
      <div className="admsg" role="status">
        <img className="admsg__mark" src={mark} alt="" />
        <div className="hairline" aria-hidden="true">
          <i />
        </div>
        <p className="admsg__wait">{ads.loading}</p>
      </div>
    );
  return (
    <div className="admsg" role="alert">
      <p>{ads.failed}</p>
      <div className="admsg__row">
        <button className="tvbtn tvbtn--fill" type="button" onClick={() => report({ type: 'retry' })}>
          {ads.tryAgain}
        </button>
        <button className="tvbtn" type="button" onClick={() => report({ type: 'skip' })}>
          {ads.skip}
        </button>
      </div>
    </div>
  );
}
