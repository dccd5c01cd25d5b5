import type { RailWords } from '../board-view.js';

/** The line that always says how the rates stand. */
export function BoardRail({ words }: { words: RailWords }) {
  return (
    <div className="rail" role="status">
      <div className="rail__state">
        <i className="lamp" aria-hidden="true" />
        <span className="rail__words">
          <span className="rail__word">{words.word}</span>
          {words.sub && <span className="rail__sub"> {words.sub}</span>}
        </span>
      </div>
      <div className="rail__note">
        <span className="rail__note-long">{words.note}</span>
        <span className="rail__note-short">{words.shortNote}</span>
      </div>
    </div>
  );
}
