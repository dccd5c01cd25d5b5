import { type Actor, auth } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { type SignInCall, SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Handles(auth.signIn)
  signIn(call: SignInCall, actor: Actor) {
    return this.signIns.signIn(actor, call);
  }
}
