/** The path of a server's program; undefined where none is installed. */
export function findProgram(name: 'nats' | 'mongod' | 'minio'): Promise<string | undefined>;
