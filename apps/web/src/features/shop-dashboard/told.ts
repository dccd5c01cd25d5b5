import { tellDone, tellProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';

/**
 * Shows how a change ended: the server's message, or the text for the failure (rule 11.2). Answers whether the change
 * succeeded.
 */
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
