export function mongodArgs(port: number, folder: string): string[];
export function minioArgs(port: number, folder: string): string[];
export function minioEnv(user: string, password: string): Record<string, string>;
export function isMinioReady(url: string): Promise<boolean>;
