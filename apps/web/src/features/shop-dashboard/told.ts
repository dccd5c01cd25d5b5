import { tellDone, tellProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';

/** Says how a change ended: what the server told, or the catalogue's sentence (rule 11.2). Whether it succeeded. */
export async function told(change: Promise<{ message: string }>, failed: string, done?: string): Promise<boolean> {
  try {
    const { message } = await change;
    tellDone(done ?? message);
    return true;
  } catch (error) {
    tellProblem(problemOf(error), failed);
    return false;
  }
}
