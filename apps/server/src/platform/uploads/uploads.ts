import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../refusal.ts';
import type { Image, ImageType } from './image.ts';

const ENDINGS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};
const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type as ImageType]));
const GENERATED = /^[0-9a-f-]{36}\.(png|jpg|webp)$/;

/**
 * Uploaded images, one file each under a generated name. The feature that owns an image keeps its name in the
 * database; a name never comes from a caller.
 */
export class Uploads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores the image, runs the step with its name, and deletes the image again where the step fails. */
  async keepFor<T>({ type, bytes }: Image, step: (name: string) => Promise<T>): Promise<T> {
    const name = `${randomUUID()}.${ENDINGS[type]}`;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // On disk before the database names it.
    await writeFile(this.#pathOf(name), bytes, { flag: 'wx', mode: 0o600, flush: true });
    try {
      return await step(name);
    } catch (error) {
      await this.remove(name);
      throw error;
    }
  }

  /** Refuses an image that no longer exists (notFound). */
  async read(name: string): Promise<Image> {
    const type = TYPES.get(name.split('.').at(-1)!)!;
    try {
      return { type, bytes: await readFile(this.#pathOf(name)) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return refuse('notFound', `image ${name}`);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    if (!GENERATED.test(name)) throw new Error('not a name that was generated here');
    return join(this.#folder, name);
  }
}
