import { Changes } from '../../../shared/changes.js';
import { ReleaseFollower } from '../release/follow-releases.js';
import { ownRelease } from '../release/own-release.js';
import { type KeptScreen, loadScreen, saveScreen } from './kept-screen.js';
import { PairedScreen } from './paired-screen.js';
import { PairingDesk } from './pairing.js';

/** What a TV at `/tv` is at: waiting for its shop, or showing it. */
export type TvStage = { readonly desk: PairingDesk } | { readonly screen: PairedScreen };

/** A TV at `/tv`, outside of React: from its code to the board of its shop, and back when the screen is removed. */
export class Tv {
  private stage: TvStage;
  /** While there is no screen, which has its own. */
  private follower: ReleaseFollower | undefined;
  private readonly changes = new Changes();

  constructor(private readonly reload: () => void = () => location.reload()) {
    const kept = loadScreen();
    this.stage = kept ? this.screenOf(kept) : this.newDesk();
  }

  readonly getStage = () => this.stage;
  readonly subscribe = this.changes.subscribe;

  stop(): void {
    this.follower?.stop();
    if ('desk' in this.stage) this.stage.desk.stop();
    else this.stage.screen.stop();
  }

  private newDesk(): TvStage {
    const desk = new PairingDesk((kept) => {
      this.stop();
      saveScreen(kept);
      this.enter(this.screenOf(kept));
    });
    const page = { server: () => null, isQuiet: () => true, mayReload: desk.isIdle };
    if (ownRelease) this.follower = new ReleaseFollower(page, this.reload);
    return { desk };
  }

  private screenOf(kept: KeptScreen): TvStage {
    return { screen: new PairedScreen(kept, () => this.enter(this.newDesk()), this.reload) };
  }

  private enter(stage: TvStage): void {
    this.stage = stage;
    this.changes.tell();
  }
}
