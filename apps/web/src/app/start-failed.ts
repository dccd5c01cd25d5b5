import english from '../languages/pages/en/portal.json' with { type: 'json' };
import { inOwnLanguage } from '../shared/language/page-language.js';

/** Says beside the page's mark that the app could not be loaded. Without React, which comes with the app. */
export function showStartFailed(): void {
  const { noAnswer, loadAgain } = inOwnLanguage('portal', english).common;
  const text = document.createElement('div');
  text.setAttribute('role', 'alert');
  text.textContent = noAnswer;
  const button = document.createElement('button');
  button.className = 'btn btn--on-dark loading__again';
  button.textContent = loadAgain;
  const reload = () => location.reload();
  button.addEventListener('click', reload);
  addEventListener('online', reload);
  document.querySelector('#root .loading')?.append(text, button);
}
