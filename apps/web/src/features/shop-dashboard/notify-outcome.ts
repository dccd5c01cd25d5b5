import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';

/**
 * Shows how a change ended: the server's message, or the text for the failure (rule 11.2). Answers whether the change
 * succeeded.
 */
export async function notifyOutcome(change: Promise<{ message: string }>, failed: string, done?: string): Promise<boolean> {
  try {
    const { message } = await change;
    notifyDone(done ?? message);
    return true;
  } catch (error) {
    notifyProblem(problemOf(error), failed);
    return false;
  }
}
