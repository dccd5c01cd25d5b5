import mark from '../brand/mark.svg';

/** The branded overlay over the whole screen, with any message. With `isSheer` the background shows through. */
export function FullScreenOverlay({ message, isSheer = false }: { message: string; isSheer?: boolean }) {
  return (
    <div className={isSheer ? 'loading loading--sheer' : 'loading'} role="status">
      <img src={mark} alt="" />
      <div className="hairline">
        <i />
      </div>
      <div>{message}</div>
    </div>
  );
}
