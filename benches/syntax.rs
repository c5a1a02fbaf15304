//! How fast text becomes tokens, and trees. `cargo bench --bench syntax` prints MB/s.
//!
//! The text is one module with many copies of a bank account, library and specification, as in the second
//! benchmark of the thesis. The allocator is the one of the program.

use divan::Bencher;
use divan::counter::BytesCount;
use fretsaw::syntax::{FileKind, parse, tokenize};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Copies of the account in one text; about 2 kB each.
const COPIES: usize = 2048;

#[divan::bench]
fn lex(bencher: Bencher<'_, '_>) {
    let text = accounts(COPIES);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| tokenize(&text));
}

#[divan::bench]
fn lex_and_parse(bencher: Bencher<'_, '_>) {
    let text = accounts(COPIES);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| parse(&text, FileKind::Specification));
}

fn accounts(copies: usize) -> String {
    let mut text = String::from("module bank.Accounts\n\nimport bank.Holders\n");
    for number in 1..=copies {
        text.push('\n');
        text.push_str(&ACCOUNT.replace("Account", &format!("Account{number}")));
    }
    text
}

const ACCOUNT: &str = r#"@doc {
    An account is opened with a first deposit.
}
event openAccount[minimalDeposit: Money = EUR 0.00](initialDeposit: Money, holder: IBAN) {
    preconditions {
        initialDeposit >= minimalDeposit;
        @doc{ The holder is known. }
        initialized Holder[holder];
    }
    postconditions {
        new this.balance == initialDeposit;
        new this.openedOn == now;
    }
}

// Money leaves the account.
event withdrawAccount(amount: Money) {
    preconditions {
        amount > EUR 0.00 && this.balance - amount >= EUR 0.00;
        amount.currency == EUR;
    }
    postconditions {
        new this.balance == this.balance - amount;
    }
    sync {
        Holder[this.holder].notice(amount, this.accountNumber);
    }
}

function interestAccount(balance: Money, rate: Percentage): Money = balance * rate / 12;

event payInterestAccount[most: Percentage = 10%](rate: Percentage) {
    preconditions {
        rate <= most -> (this.state in {"open", "blocked"} || not (rate == 0%));
    }
    postconditions {
        new this.balance == this.balance + interestAccount(this.balance, rate);
    }
}

invariant positiveBalanceAccount {
    this.balance >= EUR 0.00;
}

/* The account itself. */
specification Account extends bank.Base {
    fields {
        accountNumber: IBAN @key
        balance: Money
        holder: IBAN @ref=Holder
        openedOn: Date
    }

    events {
        openAccount[minimalDeposit = EUR 50.00]
        withdrawAccount[]
        payInterestAccount[most = 5%]
        block[]
        unblock[]
        close[]
    }

    invariants {
        positiveBalanceAccount
    }

    lifeCycle {
        initial init -> opened: openAccount

        opened -> opened: withdrawAccount, payInterestAccount
               -> blocked: block
               -> closed: close

        blocked -> opened: unblock

        final closed
    }
}
"#;
