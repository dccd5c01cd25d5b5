import type { SKRSContext2D } from '@napi-rs/canvas';
import type { CardTheme } from '@sarafa/contracts';

/** How a card looks: its ground from top to bottom, its line, and what adorns its upper edge. */
interface Look {
  readonly ground: readonly [string, string];
  readonly line: string;
  readonly adorn: (context: SKRSContext2D, width: number) => void;
}

const GOLD = '#d6ae5a';
const FLAME = '#ffc861';
const LEAF = ['#4f7a3a', '#3b6130'] as const;
const MARIGOLD = ['#f2a02c', '#e27b1a'] as const;

/** Where a festival's adornment ends. */
export const ADORNED = 96;

export const looks: Readonly<Record<CardTheme, Look>> = {
  plain: { ground: ['#2f0b13', '#0f080a'], line: 'rgba(238, 216, 163, 0.42)', adorn: () => undefined },
  'akshaya-tritiya': { ground: ['#4a2a08', '#150b05'], line: GOLD, adorn: coins },
  dhanteras: {
    ground: ['#3c1a3f', '#130814'],
    line: GOLD,
    adorn: (context, width) => (coins(context, width), lamps(context, width)),
  },
  diwali: { ground: ['#2a1140', '#0d0616'], line: FLAME, adorn: lamps },
  onam: { ground: ['#12331f', '#07130c'], line: '#f0d27a', adorn: flowers(['#f2a02c', '#e8e3d4', '#c8324a', '#f5d547']) },
  pongal: { ground: ['#4a1d0a', '#160a05'], line: '#f0d27a', adorn: kolam },
  'gudi-padwa': { ground: ['#4b2304', '#160a03'], line: '#f4b860', adorn: garland },
  ugadi: { ground: ['#16351c', '#08130b'], line: '#f0d27a', adorn: garland },
};

/** Calls `draw` at places that are evenly spread over the width. */
function spread(width: number, count: number, draw: (x: number, index: number) => void): void {
  for (let index = 0; index < count; index++) draw(((index + 0.5) * width) / count, index);
}

function disc(context: SKRSContext2D, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Gold coins, one over the edge of the other. */
function coins(context: SKRSContext2D, width: number): void {
  spread(width, 24, (x, index) => {
    const y = 14 + (index % 2) * 12;
    disc(context, x, y, 24, '#8f6a24');
    disc(context, x, y, 21, '#e3c47d');
    disc(context, x, y, 15, GOLD);
  });
}

/** Lamps of clay with their flames. */
function lamps(context: SKRSContext2D, width: number): void {
  spread(width, 9, (x, index) => {
    const y = 66 - Math.abs(index - 4) * 5;
    const glow = context.createRadialGradient(x, y - 20, 2, x, y - 20, 46);
    glow.addColorStop(0, 'rgba(255, 200, 97, 0.55)');
    glow.addColorStop(1, 'rgba(255, 200, 97, 0)');
    context.fillStyle = glow;
    context.fillRect(x - 46, y - 66, 92, 92);
    context.fillStyle = FLAME;
    context.beginPath();
    context.moveTo(x, y - 40);
    context.bezierCurveTo(x + 16, y - 16, x + 8, y - 4, x, y - 4);
    context.bezierCurveTo(x - 8, y - 4, x - 16, y - 16, x, y - 40);
    context.fill();
    disc(context, x, y - 13, 5, '#fff3d0');
    context.fillStyle = '#b5642c';
    context.beginPath();
    context.moveTo(x - 30, y - 6);
    context.quadraticCurveTo(x, y + 30, x + 30, y - 6);
    context.quadraticCurveTo(x, y + 6, x - 30, y - 6);
    context.fill();
  });
}

/** Half a carpet of flowers, ring by ring, that hangs from the edge. */
function flowers(colors: readonly string[]): Look['adorn'] {
  return (context, width) => {
    for (let ring = 5; ring >= 1; ring--) {
      const radius = ring * 15;
      const petals = ring * 10;
      for (let petal = 0; petal <= petals; petal++) {
        const angle = (Math.PI * petal) / petals;
        for (const middle of [width / 2, width / 6, (width * 5) / 6]) {
          const share = middle === width / 2 ? 1 : 0.7;
          disc(
            context,
            middle + Math.cos(angle) * radius * share,
            Math.sin(angle) * radius * share,
            8 * share,
            colors[ring % colors.length]!,
          );
        }
      }
    }
  };
}

/** Loops of rice flour around dots. */
function kolam(context: SKRSContext2D, width: number): void {
  context.strokeStyle = '#f5efea';
  context.lineWidth = 3;
  const step = width / 18;
  for (const phase of [0, Math.PI]) {
    context.beginPath();
    for (let x = 0; x <= width; x += 4) context.lineTo(x, 44 + Math.sin((x / step) * Math.PI + phase) * 26);
    context.stroke();
  }
  spread(width, 18, (x) => disc(context, x, 44, 6, '#f2a02c'));
}

/** Leaves of mango and marigolds on a thread over the door. */
function garland(context: SKRSContext2D, width: number): void {
  spread(width, 18, (x, index) => {
    const y = 16 + Math.sin((x / width) * Math.PI * 3) ** 2 * 14;
    context.fillStyle = LEAF[index % 2]!;
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(x + 22, y + 22, x + 12, y + 46, x, y + 62);
    context.bezierCurveTo(x - 12, y + 46, x - 22, y + 22, x, y);
    context.fill();
  });
  spread(width, 36, (x, index) =>
    disc(context, x, 14 + Math.sin((x / width) * Math.PI * 3) ** 2 * 14, 13, MARIGOLD[index % 2]!),
  );
}
