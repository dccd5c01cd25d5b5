import type { Advertisement } from '@sarafa/contracts';
import { AdImage } from './ad-image.js';
import { AdMessage } from './ad-message.js';
import { AdVideo } from './ad-video.js';
import type { Cycle } from './board-cycle.js';
import { SoundButton } from './sound-button.js';
import type { BoardSound } from './use-ad-sound.js';
import type { AdLayers } from './use-ad-layers.js';
import type { CycleNews } from './use-cycle.js';

interface Props {
  readonly cycle: Cycle;
  readonly report: (news: CycleNews) => void;
  readonly ads: AdLayers;
  readonly sound: BoardSound;
}

/** The ads over the board: the one that shows, the one that comes next, and a message while none can be shown. */
export function AdLayer({ cycle: { phase, settings }, report, ads, sound }: Props) {
  const { layers, shown, film, isOver, message } = ads;
  const place = settings.ads.findIndex(({ id }) => id === shown?.id);
  const turnOf = ({ id }: Advertisement) =>
    phase.show === 'ad' && phase.stage !== 'failed' && phase.ad.id === id ? phase.turn : null;
  return (
    <div className={isOver ? 'ad is-over' : 'ad'} data-ad={place < 0 ? undefined : `${place + 1}/${settings.ads.length}`}>
      {layers.map((ad) => (
        <div key={ad.id} className={`ad__layer ad__layer--${ad.file_type}${ad.id === shown?.id ? ' is-shown' : ''}`}>
          {ad.file_type === 'video' ? (
            <AdVideo
              {...{ ad, report }}
              turn={turnOf(ad)}
              isWanted={ad.id === film?.id}
              isMuted={sound.isMuted}
              soundRefused={sound.refused}
            />
          ) : (
            <AdImage ad={ad} turn={turnOf(ad)} report={report} />
          )}
        </div>
      ))}
      <div className="ad__front">
        {message && <AdMessage message={message} report={report} />}
        {isOver && !message && shown?.file_type === 'video' && <SoundButton sound={sound} />}
      </div>
    </div>
  );
}
