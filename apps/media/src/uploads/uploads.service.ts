import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { accountState, AppError, idempotencyKeyOf, type OwnAdvertisement, texts } from '@sarafa/contracts';
import { adSizeFault } from '@sarafa/domain';
import { requireAllAccounts, StateCache } from '@sarafa/server';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import { folderOf, originalFile, pathOf, shownFile } from '../advertisements/ad-files.js';
import { advertisementOf, advertisementsOf, AdvertisementsPublisher } from '../advertisements/advertisements.publisher.js';
import { AdvertisementsRepository, type NewAdvertisement } from '../advertisements/advertisements.repository.js';
import type { StoredAdvertisement } from '../advertisements/advertisements.schema.js';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { type FileToStore, Objects } from '../storage/objects.js';
import { type MediaType, mediaTypeOf, SNIFFED_BYTES } from './media-type.js';
import { Films } from './films.js';
import { Pictures } from './pictures.js';
import { receiveFile, type SentFile } from './sent-file.js';
import { Slot } from './slot.js';
import { Spool, withHead } from './spool.js';

/** Uploads take at most 100 MB each on disk, and hardly any memory while they are received. */
const MAX_AT_ONCE = 40;
/** Far more than a shop's places, so that whoever sends many at once is told how many it may have. The others keep half. */
const MAX_OF_ONE_SHOP = 20;
const TRY_AGAIN_SECONDS = 10;
/** The parts of a form around the file take some hundred bytes; this is a generous allowance. */
const FORM_BYTES = 65_536;

const { uploads } = texts;

interface Received {
  readonly name: string;
  readonly mediaType: MediaType;
}

/** What the first upload with this key has made. */
interface Repeated {
  readonly made: OwnAdvertisement;
}

/** An upload that is under way. */
interface RunningUpload {
  /** The idempotency key, by which a repetition of this upload is recognised. */
  readonly key: string | undefined;
  slot?: Slot;
}

/** The stored files of an ad, and the content of its record. */
interface AdToStore {
  readonly files: FileToStore[];
  readonly advertisement: NewAdvertisement;
}

/** Receives ads. A file is an ad once all of it is stored and the shop's document lists it, and not before. */
@Injectable()
export class UploadsService implements OnApplicationShutdown, OnModuleInit {
  private readonly log = new Logger(UploadsService.name);
  private readonly slots = new Set<Slot>();
  /** Each running upload, with its shop. */
  private readonly running = new Map<Promise<unknown>, string>();

  constructor(
    private readonly shops: AdvertisementsRepository,
    private readonly publisher: AdvertisementsPublisher,
    private readonly objects: Objects,
    private readonly state: StateCache,
    private readonly pictures: Pictures,
    private readonly films: Films,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {}

  onModuleInit(): Promise<void> {
    return Spool.tryFolder();
  }

  /**
   * Stores the form's file as an ad of the shop; a repetition with the same key answers the existing ad. Throws what rule 6.4
   * says, and leaves nothing behind when it throws. A sender that has gone away before the end gets no answer, so no ad is made
   * of its file either.
   */
  async take(userId: string, request: IncomingMessage): Promise<OwnAdvertisement> {
    const ofShop = [...this.running.values()].filter((id) => id === userId).length;
    if (this.running.size >= MAX_AT_ONCE || ofShop >= MAX_OF_ONE_SHOP)
      throw new AppError('UNAVAILABLE', uploads.serverBusy, undefined, TRY_AGAIN_SECONDS);
    const run = this.received(userId, request);
    this.running.set(run, userId);
    return run.finally(() => this.running.delete(run));
  }

  /** Ends the uploads of a deleted shop. Other replicas end theirs when they renew the places. */
  endOf(userId: string): void {
    for (const slot of this.slots) if (slot.userId === userId) slot.lose(signedOut());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running.keys());
  }

  private async received(userId: string, request: IncomingMessage): Promise<OwnAdvertisement> {
    const [original, drawn] = [new Spool(), new Spool()];
    const upload: RunningUpload = { key: idempotencyKeyOf(request.headers) };
    const leave = () => upload.slot?.lose(new AppError('INVALID_INPUT', uploads.cutOff));
    request.socket.once('close', leave);
    try {
      const take = (file: SentFile) => this.spooled(userId, file, Number(request.headers['content-length']), original, upload);
      const received = await receiveFile(request, this.config.UPLOAD_LEASE_MS, take);
      if ('made' in received) return received.made;
      const slot = upload.slot!;
      // The sender may have gone while its place was being reserved, when there was nothing to lose yet.
      if (request.socket.destroyed) leave();
      const made = await this.made(received, slot, original, drawn);
      return await this.stored(slot, made, upload.key);
    } finally {
      request.socket.off('close', leave);
      if (upload.slot) await this.letGo(upload.slot);
      await Promise.all([original.remove(), drawn.remove()]);
    }
  }

  /** Determines the type by the first bytes, reserves a place among the shop's ads, and writes the rest to disk. */
  private async spooled(
    userId: string,
    { name, isNamed, bytes }: SentFile,
    announced: number,
    spool: Spool,
    upload: RunningUpload,
  ): Promise<Received | Repeated> {
    const before = await this.madeBefore(userId, upload.key);
    if (before) return { made: await sameAs(before, name, bytes) };
    const { head, all } = await withHead(bytes, SNIFFED_BYTES);
    if (!isNamed && head.length === 0) throw new AppError('INVALID_INPUT', uploads.nothingSelected);
    const mediaType = await mediaTypeOf(head);
    if (!mediaType) throw new AppError('WRONG_TYPE', uploads.wrongType(name));
    const check = (size: number) => {
      const fault = adSizeFault(name, mediaType.kind, size);
      if (fault) throw new AppError('TOO_LARGE', fault);
    };
    // A file whose announced length is too large is refused before it is received.
    check(announced - FORM_BYTES);
    const { kind } = mediaType;
    const slot = (upload.slot = await Slot.reserve(this.shops, userId, kind, upload.key, this.config.UPLOAD_LEASE_MS));
    this.slots.add(slot);
    await this.requireOwner(userId);
    slot.lost.addEventListener('abort', () => bytes.destroy(slot.lost.reason as Error));
    await spool.fill(all, check);
    return { name, mediaType };
  }

  private async madeBefore(userId: string, key: string | undefined): Promise<StoredAdvertisement | undefined> {
    return key === undefined ? undefined : this.shops.findByKey(userId, key);
  }

  /** Throws when the shop was deleted after its token was checked, and removes the document that was just made for the shop. */
  private async requireOwner(userId: string): Promise<void> {
    if (await this.state.load(accountState, userId)) return;
    await requireAllAccounts(this.state);
    await this.publisher.removeOf(userId);
    throw signedOut();
  }

  private async made(
    { name, mediaType }: Received,
    { userId, id, lost }: Slot,
    original: Spool,
    drawn: Spool,
  ): Promise<AdToStore> {
    const { kind, extension, type, format } = mediaType;
    const folder = folderOf(userId, id);
    const disposition = contentDisposition(name, { type: 'inline' });
    const wrong = () => new AppError('WRONG_TYPE', uploads.wrongType(name));
    const asSent = { path: original.path, bytes: original.bytes, type, disposition };
    const about = { file_type: kind, file_name: name, size: original.bytes, digest: original.digest() };
    if (format) {
      const picture = await this.pictures.draw(original.path, drawn.path, format, lost);
      if (!picture) throw wrong();
      if ('mostMegapixels' in picture) throw new AppError('TOO_LARGE', uploads.tooManyPixels(name, picture.mostMegapixels));
      const key = folder + shownFile(kind, 'webp');
      const shown = { key, path: drawn.path, bytes: picture.bytes, type: 'image/webp', disposition };
      const warning = picture.isStilled ? uploads.stillOnly : null;
      const files = [{ key: folder + originalFile(extension), ...asSent }, shown];
      return { files, advertisement: { ...about, file_path: pathOf(key), duration: null, warning } };
    }
    const film = await this.films.read(original.path, original.bytes, lost);
    if (!film) throw wrong();
    await this.films.blank(original.path, extension === 'webm' ? 'webm' : 'iso', lost);
    const key = folder + shownFile(kind, extension);
    return { files: [{ key, ...asSent }], advertisement: { ...about, file_path: pathOf(key), ...film } };
  }

  private async stored(slot: Slot, { files, advertisement }: AdToStore, key: string | undefined): Promise<OwnAdvertisement> {
    const { userId, id } = slot;
    try {
      await this.objects.check();
      for (const file of files) await this.objects.putFile(file, slot.lost);
      slot.lost.throwIfAborted();
    } catch (error) {
      await this.removeFiles(slot);
      throw slot.lost.aborted ? slot.lost.reason : error;
    }
    // When this write fails, nobody knows whether it was done. The files stay, and the sweep decides.
    const keyed = key === undefined ? {} : { key, keyed_at: new Date() };
    const shop = await this.shops.commit(userId, id, { ...advertisement, ...keyed });
    if (!shop) {
      await this.removeFiles(slot);
      // Of two uploads with the same key, the other one may have become an ad by now.
      const before = await this.madeBefore(userId, key);
      if (before) return repeated(before, advertisement);
      slot.lose();
      throw slot.lost.reason;
    }
    this.slots.delete(slot);
    slot.close();
    await this.publisher.publishSoon(shop);
    return advertisementsOf(shop).find((found) => found.id === id)!;
  }

  private async removeFiles({ userId, id }: Slot): Promise<void> {
    await this.objects.removeBelow(folderOf(userId, id)).catch((error: Error) => this.leave(error));
  }

  /** Called also for an upload that has become an ad; then there is nothing to release. */
  private async letGo(slot: Slot): Promise<void> {
    slot.close();
    if (!this.slots.delete(slot)) return;
    await this.shops.release(slot.userId, slot.id).catch((error: Error) => this.leave(error));
  }

  private leave({ message }: Error): void {
    this.log.warn(`Left to the sweep: ${message}`);
  }
}

/** Reads a file whose ad may exist already. Throws `CONFLICT` when the file is another one. */
async function sameAs(before: StoredAdvertisement, name: string, bytes: AsyncIterable<Buffer>): Promise<OwnAdvertisement> {
  let size = 0;
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > before.size) break;
    hash.update(chunk);
  }
  return repeated(before, { file_name: name, size, digest: hash.digest('hex') });
}

function repeated(
  before: StoredAdvertisement,
  { file_name, size, digest }: Pick<StoredAdvertisement, 'file_name' | 'size' | 'digest'>,
): OwnAdvertisement {
  const isSame = file_name === before.file_name && size === before.size && digest === (before.digest ?? digest);
  if (!isSame) throw new AppError('CONFLICT', texts.errors.keyUsed);
  return advertisementOf(before);
}

function signedOut(): AppError {
  return new AppError('UNAUTHENTICATED', texts.access.signIn);
}
