import '../shared/fonts.css';
import '../shared/tokens.css';
import './portal.css';
import { texts } from '@sarafa/contracts';
import lockupOnDark from '../shared/brand/lockup-on-dark.svg';
import lockupOnLight from '../shared/brand/lockup-on-light.svg';
import { element, picture } from './elements.js';

const LOGIN = '/login';

// Any other path leads to the login screen (spec 2).
if (location.pathname !== LOGIN) history.replaceState(null, '', LOGIN);

const { title, lines, boardPath, motto, tagline } = texts.portal;
document.title = `${title} · ${texts.product}`;
document
  .getElementById('root')!
  .append(
    element(
      'div',
      'portal',
      element(
        'main',
        'portal__pane',
        element(
          'div',
          'portal__card',
          picture('portal__brand', lockupOnLight, texts.product),
          element('h1', '', title),
          element('p', '', lines[0]),
          element('p', '', `${lines[1]} `, element('code', '', boardPath)),
        ),
      ),
      element(
        'section',
        'portal__art',
        picture('', lockupOnDark, ''),
        element('p', 'portal__motto', motto),
        element('small', '', tagline),
      ),
    ),
  );
