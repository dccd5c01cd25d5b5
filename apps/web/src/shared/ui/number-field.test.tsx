/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { closePortal, renderAlone } from '../../testing/portal.js';
import { NumberField, type TypedNumber } from './number-field.js';

describe('a field for a number', () => {
  const user = userEvent.setup();
  let held: TypedNumber;
  function Field(props: Partial<Parameters<typeof NumberField>[0]>) {
    const [value, setValue] = useState<TypedNumber>('');
    held = value;
    return <NumberField label="Price" isGrouped decimals={2} {...props} value={value} onChange={setValue} />;
  }
  const field = () => screen.getByLabelText<HTMLInputElement>('Price');
  afterEach(closePortal);

  it.each([
    ['Rs. 1,23,456/-', 123_456, '1,23,456'],
    ['₹ 1,23,456.50', 123_456.5, '1,23,456.5'],
    ['1 23 456', 123_456, '1,23,456'],
    ['१२३४५६', 123_456, '1,23,456'],
    ['১২৩', 123, '123'],
    ['１２３', 123, '123'],
    ['\u200b1,23,\u00a0456', '\u200b1,23,\u00a0456', '\u200b1,23,\u00a0456'],
  ])('reads what is pasted: %j', async (text, value, shown) => {
    renderAlone(<Field />);
    await user.click(field());
    await user.paste(text);
    expect([held, field().value]).toEqual([value, text]);
    await user.tab();
    expect(field().value).toBe(shown);
    expect(screen.queryByText('This can’t be read as a number.') !== null).toBe(typeof value === 'string');
  });

  it.each([
    ['1250.755', '1,250.755'],
    ['99.999', '99.999'],
    ['1250.5', '1,250.50'],
    ['1000000000000000000000000', '10,00,00,00,00,00,00,00,00,00,00,000'],
  ])('shows all digits of a price: %s', async (text, shown) => {
    renderAlone(<Field isPrice />);
    await user.type(field(), text);
    await user.tab();
    expect(field().value).toBe(shown);
  });

  it('has keys with a minus where a number may be below zero', () => {
    renderAlone(<Field min={-20} />);
    expect(field().inputMode).toBe('text');
    closePortal();
    renderAlone(<Field min={0} />);
    expect(field().inputMode).toBe('decimal');
  });

  it('groups digits while they are typed, and leaves the cursor where it is', async () => {
    renderAlone(<Field />);
    await user.type(field(), '1234567.5');
    expect([field().value, held]).toEqual(['12,34,567.5', 1_234_567.5]);
    await user.keyboard('{Backspace}{Backspace}8');
    expect(field().value).toBe('1,23,45,678');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}{Backspace}');
    expect([field().value, held]).toEqual(['12,34,678', 1_234_678]);
  });

  it.each([
    ['2,5', '2,5'],
    ['7250,50', '7,250,50'],
    ['-1234', '-1,234'],
  ])('doesn’t take a comma out that was typed: %j', async (typed, shown) => {
    renderAlone(<Field />);
    await user.type(field(), typed);
    expect([field().value, held]).toEqual([shown, typed.includes(',') ? shown : Number(typed)]);
  });

  it('reads what is pasted over a number as it is, and groups what a selection leaves', async () => {
    renderAlone(<Field />);
    await user.type(field(), '7250');
    field().setSelectionRange(0, 5);
    await user.paste('12,34');
    expect([field().value, held]).toEqual(['12,34', '12,34']);
    await user.clear(field());
    await user.type(field(), '123456');
    field().setSelectionRange(6, 8);
    await user.keyboard('{Backspace}');
    expect([field().value, held]).toEqual(['1,234', 1_234]);
    field().setSelectionRange(1, 3);
    await user.keyboard(',');
    expect([field().value, held]).toEqual(['1,34', '1,34']);
  });

  it('keeps what can’t be read, and says so once it is left', async () => {
    renderAlone(<Field />);
    await user.type(field(), 'about 5');
    expect(held).toBe('about 5');
    expect(screen.queryByText('This can’t be read as a number.')).toBeNull();
    await user.tab();
    expect(field().value).toBe('about 5');
    expect(screen.getByText('This can’t be read as a number.')).toBeTruthy();
  });

  it('reads its unit behind the number, and moves with the arrow keys within its bounds', async () => {
    renderAlone(<Field unit="%" step={0.1} decimals={1} min={0} max={2.6} />);
    await user.type(field(), '2.5%');
    expect(held).toBe(2.5);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect([held, field().value]).toEqual([2.6, '2.6']);
  });
});
