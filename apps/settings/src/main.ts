import 'reflect-metadata';
import { main } from '@sarafa/server';
import { settingsApp } from './settings.app.js';

await main(settingsApp);
