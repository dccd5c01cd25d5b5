import 'reflect-metadata';
import { main } from '@sarafa/server';
import { authApp } from './auth.app.js';

await main(authApp);
