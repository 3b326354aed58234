import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from './App';

test('shows the name of the product', () => {
  render(<App />);
  expect(screen.getByRole('heading', { name: 'Bulk Data Mover' })).toBeInTheDocument();
});
