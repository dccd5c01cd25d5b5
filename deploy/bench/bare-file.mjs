// The yardstick for serving a file where nginx isn't installed: node:http streams the file from disk.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const { FILE, PORT } = process.env;
const { size } = statSync(FILE);
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
  createReadStream(FILE).pipe(response);
}).listen(Number(PORT), '127.0.0.1', () => process.send('ready'));
