import type { Plugin } from 'vite';

export const LANGUAGE_FILE: RegExp;
export const BOARD_LANGUAGE_FILE: RegExp;
export function messages(): Plugin;
export function compileMessages(text: string, path: string): string;
