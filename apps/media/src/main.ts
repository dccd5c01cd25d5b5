import 'reflect-metadata';
import { main } from '@sarafa/server';
import { mediaApp } from './media.app.js';

await main(mediaApp);
