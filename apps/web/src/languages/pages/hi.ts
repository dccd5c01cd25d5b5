import amounts from './hi/amounts.json' with { type: 'json' };
import answers from './hi/answers.json' with { type: 'json' };
import boards from './hi/boards.json' with { type: 'json' };
import card from './hi/card.json' with { type: 'json' };
import changes from './hi/changes.json' with { type: 'json' };
import dashboard from './hi/dashboard.json' with { type: 'json' };
import estimate from './hi/estimate.json' with { type: 'json' };
import history from './hi/history.json' with { type: 'json' };
import portal from './hi/portal.json' with { type: 'json' };
import prices from './hi/prices.json' with { type: 'json' };
import rateLists from './hi/rate-lists.json' with { type: 'json' };
import rateRows from './hi/rate-rows.json' with { type: 'json' };
import screens from './hi/screens.json' with { type: 'json' };
import secondStep from './hi/second-step.json' with { type: 'json' };
import titles from './hi/titles.json' with { type: 'json' };

/** All that the pages say in Hindi. `answers` are the server's texts, which are in English as they come. */
export const hindi = {
  amounts,
  answers,
  boards,
  card,
  changes,
  dashboard,
  estimate,
  history,
  portal,
  prices,
  rateLists,
  rateRows,
  screens,
  secondStep,
  titles,
};
